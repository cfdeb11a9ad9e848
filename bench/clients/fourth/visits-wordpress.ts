import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PEOPLE } from './agents.ts';
import { WOO, WORDPRESS } from './sites.ts';

// WordPress: its readers, its authors, and what it does by itself.

export const WORDPRESS_VISITS: readonly Kind[] = [
  visit(
    'readers of a WordPress',
    { on: WORDPRESS, agents: PEOPLE, clients: 24, picks: 16, pace: 2 },
    `
    GET /
    GET /{year}/{month}/{slug}/
    GET /{slug}/
    GET /category/{word}/
    GET /tag/{word}/page/{digit}/
    GET /?s={word}
    GET /wp-content/themes/astra/assets/css/minified/main.min.css?ver=4.8.9
    GET /wp-content/themes/astra/assets/js/minified/frontend.min.js?ver=4.8.9
    GET /wp-includes/js/jquery/jquery.min.js?ver=3.7.1
    GET /wp-includes/js/jquery/jquery-migrate.min.js?ver=3.4.1
    GET /wp-includes/css/dist/block-library/style.min.css?ver=6.7.1
    GET /wp-includes/js/wp-emoji-release.min.js?ver=6.7.1
    GET /wp-content/plugins/contact-form-7/includes/js/index.js?ver=6.0.3
    GET /wp-content/uploads/{year}/{month}/{slug}-1024x683.jpg
    GET /wp-content/uploads/{year}/{month}/{slug}-300x200.webp
    GET /wp-content/uploads/{year}/{month}/{word}.jpg 404
    GET /favicon.ico
    GET /kontakt/
    GET /impressum/
    POST /wp-json/contact-form-7/v1/contact-forms/{n}/feedback
    GET /wp-json/contact-form-7/v1/contact-forms/{n}/refill
    POST /wp-comments-post.php 302
    GET /{year}/{slug}/ 301`,
  ),
  visit(
    'an author at work in WordPress',
    { on: WORDPRESS, agents: DESKTOP, clients: 4, pace: 3 },
    `
    GET /wp-admin/ 302
    GET /wp-login.php?redirect_to=https%3A%2F%2Fblog.farawayhikes.example%2Fwp-admin%2F&reauth=1
    GET /wp-admin/css/login.min.css?ver=6.7.1
    GET /wp-includes/js/zxcvbn-async.min.js?ver=1.0
    POST /wp-login.php
    POST /wp-login.php 302
    GET /wp-admin/
    GET /wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar,common&ver=6.7.1
    GET /wp-admin/load-scripts.php?c=0&load%5Bchunk_0%5D=jquery-core,jquery-migrate,utils&ver=6.7.1
    POST /wp-admin/admin-ajax.php
    GET /wp-admin/edit.php
    GET /wp-admin/post-new.php
    GET /wp-json/wp/v2/types/post?context=edit&_locale=user
    GET /wp-json/wp/v2/users/me?context=edit&_locale=user
    GET /wp-json/wp/v2/users/?who=authors&per_page=50&_locale=user
    POST /wp-json/wp/v2/posts/{n}?_locale=user
    POST /wp-json/wp/v2/media 201
    POST /wp-admin/admin-ajax.php
    GET /wp-admin/upload.php
    GET /wp-admin/plugins.php
    GET /wp-admin/update-core.php
    POST /wp-admin/admin-ajax.php
    GET /wp-login.php?action=logout&_wpnonce={hex} 302`,
  ),
  visit(
    'WordPress calls itself and its services',
    {
      on: [...WORDPRESS, WOO],
      agents: [
        'WordPress/6.7.1; https://www.baeckerei-lindner.example',
        'WordPress/6.7.1; https://blog.farawayhikes.example',
        'Jetpack by WordPress.com',
      ],
      clients: 3,
      pace: 120,
      picks: 14,
    },
    `
    POST /wp-cron.php?doing_wp_cron={n}.{n}
    GET /wp-json/
    POST /xmlrpc.php?for=jetpack&token={hex}&timestamp={n}
    POST /wp-json/jetpack/v4/sync/spawn-sync
    GET /wp-admin/admin-ajax.php?action=as_async_request_queue_runner
    POST /wp-cron.php`,
  ),
  visit(
    'the WordPress app on the phone of a blogger',
    {
      on: [WORDPRESS[1] as string],
      agents: ['wp-iphone/25.6 (iOS 18.6, iPhone) Mobile', 'wp-android/25.5'],
      clients: 2,
      pace: 6,
    },
    `
    GET /xmlrpc.php?rsd
    POST /xmlrpc.php
    POST /xmlrpc.php
    GET /wp-json/wp/v2/posts?per_page=20&context=edit
    POST /wp-json/wp/v2/media 201
    POST /xmlrpc.php
    GET /wp-content/uploads/{year}/{month}/{slug}.jpeg`,
  ),
  visit(
    'customers of a WooCommerce shop',
    { on: [WOO], agents: PEOPLE, clients: 14, picks: 15, pace: 4 },
    `
    GET /
    GET /shop/
    GET /shop/page/{digit}/?orderby=price
    GET /product/{slug}/
    GET /product-category/{word}/
    POST /?wc-ajax=add_to_cart
    GET /?wc-ajax=get_refreshed_fragments
    POST /?wc-ajax=update_order_review
    GET /cart/
    GET /checkout/
    POST /?wc-ajax=checkout
    GET /my-account/
    GET /my-account/orders/ 302
    GET /wp-json/wc/store/v1/cart
    GET /wp-content/plugins/woocommerce/assets/js/frontend/cart-fragments.min.js?ver=9.4.3
    GET /wp-content/uploads/{year}/{month}/{word}-{word}-600x600.jpg
    GET /product/{slug}/ 404
    GET /wp-content/uploads/woocommerce-placeholder.png`,
  ),
];
